import { Input } from '@mantine/core';
import { splitVariables, type TextVariables } from '@threadline/schema/primitives/text-variables';
import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ControlProps } from '../editor/field-frame.tsx';
import type { FormSteps } from '../editor/undo-steps.ts';
import { describeMenu } from '../rich-text/typed-menu.ts';
import { TypedMenuList } from '../rich-text/typed-menu-list.tsx';
import { useDocument } from '../rich-text/use-document.ts';
import { chooseVariable, createVariableEditor } from './create-variable-editor.ts';
import { VariableButtons } from './variable-buttons.tsx';
import { toDocument, toText } from './variable-document.ts';
import type { Variable } from './variable-menu.ts';
import { insertVariable } from './variable-node.ts';
import classes from './variable-text.module.css';

export interface VariableFieldProps {
  control: ControlProps;
  variables: TextVariables;
  value: string;
  isMultiline: boolean;
  rows: number;
  steps: FormSteps | undefined;
  /** The selected part of the text, while an input has the focus that the editor replaces. */
  selection: RefObject<[start: number, end: number] | undefined>;
  /** Called for Enter in a text of one line. */
  onEnter: (form: HTMLFormElement | null) => void;
  onChange: (text: string) => void;
}

/** A text in which the values that the site fills in are shown by their meaning, as units. */
export function VariableEditor(props: VariableFieldProps) {
  const { control, variables, value, isMultiline, rows, steps, selection, onEnter, onChange } = props;
  const [editor] = useState(() =>
    createVariableEditor({
      text: value,
      variables,
      isMultiline,
      steps,
      onEnter: ({ dom }) => onEnter(dom.closest('form')),
    }),
  );
  const { place } = useDocument(editor, {
    pointer: control['data-pointer'],
    value,
    steps,
    open: (text) => editor.schema.nodeFromJSON(toDocument(String(text), variables)),
    toValue: toText,
    onChange: (next) => {
      const text = String(next);
      if (countVariables(text, variables) !== countVariables(value, variables)) steps?.closeStep();
      // The form returns the text at once. Otherwise an earlier one of two equal texts may be taken for the later one.
      flushSync(() => onChange(text));
    },
    onBlur: control.onBlur,
  });

  const { id, error, attributes, 'data-pointer': pointer } = control;
  const { 'aria-describedby': describedBy, 'aria-required': isRequired } = attributes.input;
  useEffect(() => {
    const described: Record<string, string> = {
      id,
      class: classes.text ?? '',
      'data-pointer': pointer,
      'aria-labelledby': `${id}-label`,
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(isRequired && { 'aria-required': 'true' }),
      ...(error && { 'aria-invalid': 'true' }),
    };
    editor.setOptions({
      editorProps: { attributes: (state) => ({ ...described, ...describeMenu(state, { isMultiline }) }) },
    });
  }, [editor, id, pointer, describedBy, isRequired, error, isMultiline]);

  useEffect(() => {
    if (!selection.current) return;
    const [from, to] = selection.current.map((offset) => {
      const before = toDocument(toText(editor.state.doc).slice(0, offset), variables);
      return editor.schema.nodeFromJSON(before).content.size - 1;
    });
    selection.current = undefined;
    editor.commands.setTextSelection({ from: from ?? 1, to: to ?? 1 });
    editor.view.focus();
  }, [editor, variables, selection]);

  return (
    <>
      <Input
        component="div"
        withAria={false}
        multiline
        error={error}
        ref={place}
        classNames={{ input: classes.box }}
        data-rows={rows}
      />
      <TypedMenuList
        editor={editor}
        getName={([name]: Variable) => name}
        onChoose={(variable) => chooseVariable(editor, variable)}
      >
        {([, meaning]) => <span>{meaning}</span>}
      </TypedMenuList>
      <VariableButtons variables={variables} onInsert={(name) => insertVariable(editor, name)} />
    </>
  );
}

function countVariables(text: string, variables: TextVariables): number {
  return splitVariables(text, variables).filter((part) => typeof part !== 'string').length;
}
