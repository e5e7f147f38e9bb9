import { inBraces } from './in-braces.ts';
import { group, type InputKind, longText, text } from './primitives.ts';

/** Every placeholder of a text: `{name}` → `name`. */
export function placeholdersIn(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

/** What each name in braces becomes in a message. */
const meanings = {
  reference: 'the reference of the enquiry',
  companyName: 'the company',
  contactName: 'the name that was given',
  name: 'the name of the person',
  details: 'a list of all that the form was given',
  message: 'what was written',
  due: 'the day and hour by which a reply is promised',
  hours: 'the promised hours',
  minutes: 'the minutes for which the link works',
  link: 'the link',
  myData: 'the link to “Your details”',
  phone: 'your phone number',
  brand: 'the name of your firm',
  sender: 'the name of the person who replies',
};
type Filled = keyof typeof meanings;

interface TemplateOptions {
  /** Names that may stand in braces; anything else in braces is a typing mistake. */
  known: readonly Filled[];
  /** Of these, what the body cannot do without. */
  needed?: readonly Filled[];
  hint?: string;
}

/** Subject and text of a message. The HTML part is made from the same text, so only one has to be written. */
export function mailTemplate(title: string, { known, needed = [], hint }: TemplateOptions) {
  const names = known.map((name) => `{${name}}`).join(', ');
  const isKnown = (value: string) => placeholdersIn(value).every((name) => known.includes(name as Filled));
  const filled = inBraces(Object.fromEntries(known.map((name) => [name, meanings[name]])));
  const error = `Only these can stand in braces here: ${names}.`;
  return group(
    title,
    {
      subject: text('Subject', { max: 120 })
        .refine(isKnown, { error })
        .meta({ title: 'Subject', input: 'text' satisfies InputKind }),
      body: longText('Text', { max: 4000 })
        .refine(isKnown, { error })
        .refine((value) => needed.every((name) => placeholdersIn(value).includes(name)), {
          error: `The text must contain ${needed.map((name) => `{${name}}`).join(' and ')}.`,
        })
        .meta({
          title: 'Text',
          description: 'A blank line starts a new paragraph.',
          input: 'textarea' satisfies InputKind,
        }),
    },
    { hint: [hint, filled].filter(Boolean).join(' ') },
  );
}
