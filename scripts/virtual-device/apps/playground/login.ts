import { screen } from "../../ui/kit/app.ts";
import { button, column, icon, scrollColumn, text, textField } from "../../ui/kit/compose.ts";
import { destination } from "./parts.ts";
import { to } from "./routes.ts";

/** A user name, or an address when it holds an @; a password longer than five characters. */
export function isValidSignIn(email: string, password: string): boolean {
  const name = email.trim();
  const named = name.includes("@") ? /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(name) : name !== "";
  return named && [...password].length > 5;
}

export const login = screen(
  () => ({ email: "", password: "" }),
  (scope) => {
    const { email, password } = scope.state;
    const enter = (guest: boolean): void => {
      const auth = scope.preferences("auth_prefs");
      auth.put("user_id", { type: "string", value: guest ? "guest" : email.trim() });
      auth.put("display_name", {
        type: "string",
        value: guest ? "Anon Ymous" : (email.split("@")[0] ?? email),
      });
      auth.put("is_authenticated", { type: "boolean", value: !guest });
      auth.put("is_guest_mode", { type: "boolean", value: guest });
      if (!guest) {
        const user = scope.preferences("user_prefs");
        user.put("name", { type: "string", value: email.split("@")[0] ?? email });
        user.put("email", { type: "string", value: email.trim() });
        user.put("created_at", { type: "long", value: Math.round(scope.services.now()) });
      }
      scope.replaceAll(to("home"));
    };
    const valid = isValidSignIn(email, password);
    return {
      content: destination(
        "LoginDestination",
        scrollColumn(
          { key: "login", gap: 16, padding: 24, testTag: "login_content" },
          column(
            { align: "center", gap: 8, size: { width: "fill", padding: [0, 32, 0, 16] } },
            icon("play", { size: 64, color: "primary" }),
            text("AutoMobile", { style: "headlineLarge", align: "center" }),
          ),
          textField({
            key: "email",
            label: "Email",
            testTag: "login_email",
            value: email,
            keyboard: "email",
            focused: scope.focused === "email",
            onChange: (value) => scope.set({ email: value }),
          }),
          textField({
            key: "password",
            label: "Password",
            testTag: "login_password",
            value: password,
            keyboard: "password",
            imeAction: "done",
            focused: scope.focused === "password",
            onChange: (value) => scope.set({ password: value }),
          }),
          ...(valid
            ? [
                button({
                  label: "Sign in or register",
                  testTag: "login_sign_in",
                  size: { width: "fill" },
                  onTap: () => enter(false),
                }),
              ]
            : []),
          button({
            label: "Continue as Guest",
            variant: "outlined",
            testTag: "login_guest",
            size: { width: "fill" },
            onTap: () => enter(true),
          }),
        ),
      ),
    };
  },
);
