import { Box, TextInput } from '@mantine/core';
import { DecorativeCheckbox } from '../../images/decorative-checkbox.tsx';
import { TextField } from './basic-fields.tsx';
import { FieldFrame, type FieldProps, useForm } from './field-frame.tsx';

/** The alt text of one use of a picture, and below it the choice that it needs none. */
export function AltTextField({ decorative, ...props }: FieldProps & { decorative: FieldProps }) {
  const form = useForm();
  const isDecorative = decorative.value === true;
  // The form keeps the text, so that it returns if the checkbox is cleared. A text that is too long would be an error in a
  // field that is not shown, so it is removed.
  const mark = (next: boolean) => {
    const group = decorative.pointer.replace(/\/decorative$/, '');
    const isTooLong = String(props.value ?? '').trim().length > (props.field.maxLength ?? Number.POSITIVE_INFINITY);
    form.change(group, { ...(form.read(group) as object), decorative: next, ...(next && isTooLong && { alt: '' }) });
  };
  const disabled = { ...props, field: { ...props.field, description: undefined }, value: '', base: undefined };
  return (
    <Box>
      {isDecorative ? (
        <FieldFrame {...disabled}>
          {(control) => <TextInput {...control} disabled placeholder="Not needed for a decorative image" />}
        </FieldFrame>
      ) : (
        <TextField {...props} />
      )}
      <DecorativeCheckbox
        mt={8}
        id={form.id + decorative.pointer}
        data-pointer={decorative.pointer}
        checked={isDecorative}
        onChange={(event) => mark(event.currentTarget.checked)}
      />
    </Box>
  );
}
