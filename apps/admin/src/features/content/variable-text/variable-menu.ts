import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import type { EditorState } from '@tiptap/pm/state';
import type { MenuTrigger } from '../rich-text/typed-menu.ts';

/** The name of a variable, and its meaning. */
export type Variable = [name: string, meaning: string];

/** A brace opens a menu of the variables, as long as the text after it is the start of a name or a meaning. */
export function createVariableTrigger<Option>(
  variables: TextVariables,
  toOption: (variable: Variable) => Option,
): MenuTrigger<Option> {
  const find = (query: string) => {
    const wanted = query.toLowerCase();
    return Object.entries(variables).filter(([name, meaning]) =>
      [name, meaning, ...meaning.split(' ')].some((words) => words.toLowerCase().startsWith(wanted)),
    );
  };
  const read = ({ selection: { $from, empty } }: EditorState) => {
    const before = $from.parent.textBetween(0, $from.parentOffset, '', '\n');
    const query = /\{([^{}\n]*)$/.exec(before)?.[1];
    if (!empty || query === undefined || find(query).length === 0) return undefined;
    return { from: $from.pos - query.length - 1, query };
  };
  return {
    label: 'Filled in by the site',
    read,
    find: (query) => find(query).map(toOption),
    keys: ['Enter', 'Tab'],
  };
}
