import { type PersonalData, personSchema } from '@threadline/schema/privacy';
import { mail } from '@threadline/schema/sections/mail';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../deps.ts';
import { isForm, jsonOrFormBody, plainPage, refuseFormsWithPages } from '../http/form-body.ts';
import { limitBody } from '../http/json-body.ts';
import { createNetworkLimit } from '../http/rate-limit.ts';
import type { Eraser } from './erase.ts';
import type { DataLinks } from './my-data.ts';
import type { PersonalDataService } from './person.ts';

const maxBodyBytes = 4 * 1024;
const perTenMinutes = { name: 'my-data', tries: 5, seconds: 600 };

interface MyDataParts {
  queries: ContentQueries;
  person: PersonalDataService;
  dataLinks: DataLinks;
  eraser: Eraser;
}

/** The pages on which people see, take along, withdraw and delete what is held about them, without an account. */
export function myDataRoutes(deps: Pick<Deps, 'config' | 'db'>, { queries, person, dataLinks, eraser }: MyDataParts) {
  const takeOne = createNetworkLimit(deps, perTenMinutes);
  const texts = () => mail.singles.pages.parse(queries.item('mail', 'pages')?.value);
  const page = (context: Context, sentence: string, body?: ReturnType<typeof html>) =>
    plainPage(context, { title: texts().myDataTitle, sentence, status: 200, body });
  const ownerOf = (context: Context) => dataLinks.addressOf(context.req.query('token') ?? '');
  const linkOver = (context: Context) =>
    plainPage(context, { title: texts().myDataTitle, sentence: texts().linkOver, status: 404 });

  return new Hono()
    .get('/', (context) => {
      const { myDataText, myDataLabel, myDataButton } = texts();
      return page(
        context,
        myDataText,
        html`<form method="post">
          <p><label>${myDataLabel} <input name="email" type="email" autocomplete="email" required /></label></p>
          <p><button>${myDataButton}</button></p>
        </form>`,
      );
    })
    .post('/', refuseFormsWithPages(), limitBody(maxBodyBytes), jsonOrFormBody(personSchema), async (context) => {
      await takeOne(context);
      dataLinks.send(context.req.valid('json').email);
      if (isForm(context)) return page(context, texts().myDataSent);
      return context.json({ success: true as const, message: texts().myDataSent });
    })
    .get('/view', (context) => {
      const owner = ownerOf(context);
      if (!owner) return linkOver(context);
      const token = context.req.query('token') ?? '';
      return page(context, owner, heldPage(person.find(owner), token, texts()));
    })
    .get('/download', (context) => {
      const owner = ownerOf(context);
      if (!owner) return linkOver(context);
      context.header('content-disposition', 'attachment; filename="my-data.json"');
      return context.json(person.find(owner));
    })
    .post('/withdraw', limitBody(maxBodyBytes), (context) => {
      const owner = ownerOf(context);
      if (!owner) return linkOver(context);
      person.withdraw(owner);
      return page(context, texts().withdrawn);
    })
    .post('/erase', limitBody(maxBodyBytes), (context) => {
      const owner = ownerOf(context);
      if (!owner) return linkOver(context);
      const { kept } = eraser.erasePerson(owner, 'request', null);
      return page(context, kept > 0 ? texts().erasedButKept : texts().erased);
    });
}

type Texts = ReturnType<typeof mail.singles.pages.parse>;

function heldPage(held: PersonalData, token: string, texts: Texts) {
  if (held.enquiries.length === 0 && !held.newsletter) return html`<p>${texts.myDataNothing}</p>`;
  const query = `?token=${token}`;
  return html`${held.enquiries.map(
    ({ reference, receivedAt, ...fields }) => html`<h2>${reference}, ${receivedAt.slice(0, 10)}</h2>
        <dl>
          ${Object.entries(fields).flatMap(([name, value]) =>
            typeof value === 'string' && value !== '' ? [html`<dt>${name}</dt><dd>${value}</dd>`] : [],
          )}
        </dl>`,
  )}
    ${held.newsletter ? html`<h2>Newsletter</h2><p>${held.newsletter.email}, ${held.newsletter.createdAt.slice(0, 10)}</p>` : ''}
    <p><a href="/api/my-data/download${query}" download>${texts.download}</a></p>
    <form method="post" action="/api/my-data/withdraw${query}"><button>${texts.withdraw}</button></form>
    <form method="post" action="/api/my-data/erase${query}"><button>${texts.erase}</button></form>`;
}
