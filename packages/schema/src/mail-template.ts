import { group, type InputKind, longText, text } from './primitives.ts';

/** Every placeholder of a text: `{name}` → `name`. */
export function placeholdersIn(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

interface TemplateOptions {
  /** Names that may stand in braces; anything else in braces is a typing mistake. */
  known: readonly string[];
  /** Of these, what the body cannot do without. */
  needed?: readonly string[];
  hint?: string;
}

/** Subject and text of a message. The HTML part is made from the same text, so nobody has to write both. */
export function mailTemplate(title: string, { known, needed = [], hint }: TemplateOptions) {
  const names = known.map((name) => `{${name}}`).join(', ');
  const isKnown = (value: string) => placeholdersIn(value).every((name) => known.includes(name));
  const error = `Only these can stand in braces here: ${names}.`;
  return group(
    title,
    {
      subject: text('Subject', { max: 120, hint: `Filled in: ${names}.` })
        .refine(isKnown, { error })
        .meta({ title: 'Subject', description: `Filled in: ${names}.`, input: 'text' satisfies InputKind }),
      body: longText('Text', { max: 4000 })
        .refine(isKnown, { error })
        .refine((value) => needed.every((name) => placeholdersIn(value).includes(name)), {
          error: `The text must contain ${needed.map((name) => `{${name}}`).join(' and ')}.`,
        })
        .meta({
          title: 'Text',
          description: `A blank line starts a new paragraph. Filled in: ${names}.`,
          input: 'textarea' satisfies InputKind,
        }),
    },
    { hint },
  );
}
