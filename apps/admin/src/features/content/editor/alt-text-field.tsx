import { Box, TextInput } from '@mantine/core';
import { DecorativeCheckbox } from '../../images/decorative-checkbox.tsx';
import { TextField } from './basic-fields.tsx';
import { FieldFrame, type FieldProps, useForm } from './field-frame.tsx';

/** The alt text of one use of a picture, and below it the choice that it needs none. */
export function AltTextField({ decorative, ...props }: FieldProps & { decorative: FieldProps }) {
  const form = useForm();
  const isDecorative = decorative.value === true;
  // The form keeps the text, so that it returns if the checkbox is cleared.
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
        onChange={(event) => form.change(decorative.pointer, event.currentTarget.checked)}
      />
    </Box>
  );
}
