import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';

/** Colours of the site's tokens. The page loads no other file, so it also works when every other request fails. */
const baseStyle = `:root{color-scheme:light dark}
body{margin:0;background:light-dark(#fbfcfa,#0a1a26);color:light-dark(#2b3f4d,#d3dee2);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:38rem;margin:0 auto;padding:clamp(1.5rem,6vw,4rem) 1.25rem 4rem;overflow-wrap:anywhere}
h1,h2{color:light-dark(#0e2433,#f2f6f4);line-height:1.2}
h1{font-size:clamp(1.6rem,5vw,2.1rem);margin:0 0 1rem}
h2{font-size:1.2rem;margin:2rem 0 .5rem}
a,summary{color:light-dark(#123f6b,#8dbdf0)}
label{display:block;font-weight:600}
.box{font-weight:400;margin:.75rem 0}
input,select,textarea{box-sizing:border-box;width:100%;min-height:2.9rem;margin-top:.25rem;padding:.6rem .75rem;font:inherit;font-weight:400;color:inherit;background:light-dark(#fff,#10263a);border:1px solid light-dark(#6f838e,#6e8a9c);border-radius:.5rem}
[hidden],[type=hidden]{display:none}
textarea{min-height:8rem}
[type=checkbox]{width:1.25rem;min-height:1.25rem;height:1.25rem;margin:0 .4rem 0 0;vertical-align:-.25rem}
button{min-height:2.9rem;padding:.6rem 1.25rem;font:inherit;font-weight:600;color:#0e2433;background:#f5b301;border:0;border-radius:.5rem;cursor:pointer}
:focus-visible{outline:3px solid light-dark(#123f6b,#8dbdf0);outline-offset:2px}
[aria-invalid]{border:2px solid light-dark(#a8321f,#ff9a85)}
.error{display:block;font-weight:400;color:light-dark(#a8321f,#ff9a85)}
dl{display:grid;grid-template-columns:minmax(6rem,auto) 1fr;gap:.25rem 1rem}
dt{font-weight:600}
dd{margin:0;white-space:pre-wrap}
.note{font-size:.95rem;color:light-dark(#4e616d,#a3b5bf)}`;

interface PlainPage {
  title: string;
  status: number;
  body: ReturnType<typeof html>;
  /** Rules beyond those of all these pages. */
  style?: string;
  /** The address of a font on this server, in the family Hanken. */
  font?: string | undefined;
  /** Shown in a frame of a page of this server. */
  isFramed?: boolean;
}

/** Renders a page without scripts that loads no other file. */
export function renderPlainPage(
  context: Context,
  { title, status, body, style = '', font, isFramed = false }: PlainPage,
): Response | Promise<Response> {
  const fontFace = font ? `@font-face{font-family:Hanken;src:url(${font});font-weight:100 900}` : '';
  const styles = fontFace + baseStyle + style;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    ...(font ? ["font-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
  ].join('; ');
  context.header('content-security-policy', policy);
  if (isFramed) context.header('x-frame-options', 'SAMEORIGIN');
  return context.html(
    html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>${raw(styles)}</style>
        <main>${body}</main>
      </html>`,
    status as 200,
  );
}

interface MessagePage {
  title: string;
  sentence: string;
  status: number;
  /** Shown below the sentence, such as a form or a list. */
  body?: ReturnType<typeof html>;
  /** Address of the site, if it is published elsewhere. */
  home?: string;
}

/** Renders a page for forms posted without JavaScript and for links in messages. */
export function renderMessagePage(
  context: Context,
  { title, sentence, status, body, home = '/' }: MessagePage,
): Response | Promise<Response> {
  // Some of these addresses contain the secret of a link.
  context.header('referrer-policy', 'no-referrer');
  return renderPlainPage(context, {
    title,
    status,
    body: html`<h1>${title}</h1>
      <p>${sentence}</p>
      ${body ?? ''}
      <p>${status < 400 || body ? '' : 'Your browser’s back button keeps what you wrote. '}<a href="${home}">To the home page</a></p>`,
  });
}
