/**
 * Material 3 widgets as Jetpack Compose shows them to accessibility: a test tag is the resource id as it stands, a
 * button is a clickable View that holds its label and an empty Button, layout containers do not appear at all.
 */
export { column, icon, row, spacer, text } from "./compose/basics.ts";
export { type ButtonOptions, button, iconButton } from "./compose/buttons.ts";
export { lazyColumn, scrollColumn } from "./compose/lists.ts";
export { navigationBar, tabRow, topBar } from "./compose/navigation.ts";
export { alertDialog, card } from "./compose/surfaces.ts";
export { type TextFieldOptions, textField } from "./compose/text-field.ts";
export { checkbox, toggle } from "./compose/toggles.ts";
