import { owner } from './stack.ts';

export interface Reply<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Signs in and returns a client of the API. */
export async function signIn(url: string, credentials = owner) {
  const login = await call<{ token: string }>(`${url}/api/auth/login`, { method: 'POST', json: credentials });
  if (login.status !== 200) throw new Error(`Sign-in was refused: ${JSON.stringify(login.body)}`);
  const authorization = `Bearer ${login.body.token}`;
  return {
    token: login.body.token,
    call: <Body = Record<string, unknown>>(path: string, options: CallOptions = {}) =>
      call<Body>(`${url}${path}`, { ...options, headers: { authorization, ...options.headers } }),
    save: (section: string, key: string, value: unknown) =>
      call<{ revision: number; success: boolean; message: string }>(`${url}/api/content/${section}/${key}`, {
        method: 'PUT',
        json: { value },
        headers: { authorization },
      }),
  };
}

export type Session = Awaited<ReturnType<typeof signIn>>;

interface CallOptions {
  method?: string;
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
}

export async function call<Body = Record<string, unknown>>(
  url: string,
  { method, json, body, headers }: CallOptions = {},
): Promise<Reply<Body>> {
  const response = await fetch(url, {
    method,
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: json === undefined ? body : JSON.stringify(json),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body };
}

/** Returns the HTML of a public page. */
export async function readPage(url: string, path = '/'): Promise<string> {
  const response = await fetch(url + path);
  return response.text();
}
