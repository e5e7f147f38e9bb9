import type { ItemDefinition } from '@threadline/schema/content/content-model';
import { parsePointer, toPointer } from '@threadline/schema/primitives/json-pointer';
import { compareTexts } from '../model/compare.ts';
import { type FormText, titlePointer } from '../model/form-model.ts';
import { getValueAt, setValueAt } from '../model/value-at.ts';
import type { Step } from './undo-steps.ts';

/**
 * Returns steps that lead from one text to another, one for each field of the item that differs. A form that opens with a text
 * that could not be saved has no others.
 */
export function listSteps(definition: Pick<ItemDefinition, 'schema'>, from: FormText, to: FormText): Step[] {
  // A picture and its alt text are one field of the item, and change together.
  const changes = Map.groupBy(compareTexts(definition, from, to), ({ pointer }) => getOuterPointer(pointer));
  let text = from;
  return [...changes].flatMap(([outer, [change]]) => {
    const step = change && { text, entryIds: {}, pointer: change.pointer };
    text =
      outer === titlePointer
        ? { ...text, title: to.title }
        : { ...text, value: setValueAt(text.value, outer, getValueAt(to.value, outer)) };
    return step ? [step] : [];
  });
}

function getOuterPointer(pointer: string): string {
  return pointer === titlePointer ? pointer : toPointer(parsePointer(pointer).slice(0, 1));
}
