import { Input, Textarea } from '@mantine/core';
import { splitVariables } from '@threadline/schema/primitives/text-variables';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { VariableButtons } from './variable-buttons.tsx';
import type { VariableFieldProps } from './variable-editor.tsx';
import classes from './variable-text.module.css';

/** A text with values that the site fills in. */
export const VariableField = lazyComponent('VariableEditor', () => import('./variable-editor.tsx'), {
  label: 'The field',
  fallback: VariableInput,
  isOptional: true,
});

/** The text as it is stored, in an ordinary input of the size that the editor will have. */
function VariableInput(props: VariableFieldProps) {
  const { control, variables, value, isMultiline, rows, selection, onEnter, onChange } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = input;
    if (!current) return;
    // The input is rendered anew if the editor does not load.
    if (selection.current) {
      current.focus();
      current.setSelectionRange(...selection.current);
      selection.current = undefined;
    }
    return () => {
      if (document.activeElement === current) selection.current = [current.selectionStart, current.selectionEnd];
    };
  }, [selection]);
  const insert = (name: string) => {
    const { current } = input;
    if (!current) return;
    const caret = current.selectionStart + name.length + 2;
    // Renders the new text first, because React moves the caret to the end of a text that it sets.
    flushSync(() => onChange(`${value.slice(0, current.selectionStart)}{${name}}${value.slice(current.selectionEnd)}`));
    current.focus();
    current.setSelectionRange(caret, caret);
  };
  return (
    <>
      <div className={classes.loading}>
        <Input component="div" multiline aria-hidden="true" classNames={{ input: classes.box }} data-rows={rows}>
          <div className={classes.text}>
            {splitVariables(value, variables).map((part, index) =>
              typeof part === 'string' ? (
                part
              ) : (
                <span key={index} className={classes.chip}>
                  {part.meaning}
                </span>
              ),
            )}
          </div>
        </Input>
        <Textarea
          {...control}
          ref={input}
          rows={1}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isMultiline) return;
            event.preventDefault();
            onEnter(event.currentTarget.form);
          }}
        />
      </div>
      <VariableButtons variables={variables} onInsert={insert} />
    </>
  );
}
