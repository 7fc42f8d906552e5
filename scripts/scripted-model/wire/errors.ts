const TYPES: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/** An error body of the Messages API. Source: its reference, "Errors". */
export function errorBody(status: number, message: string): { type: "error" } & Record<string, unknown> {
  return {
    type: "error",
    error: { type: TYPES[status] ?? "api_error", message },
    request_id: "req_scripted",
  };
}

/** What a proxy or a captive portal answers instead of the API. */
export function htmlBody(status: number): string {
  return `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`;
}
