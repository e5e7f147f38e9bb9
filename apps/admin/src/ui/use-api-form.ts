import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { isApiError } from '../api/client.ts';
import { setUnsaved } from '../store/unsaved.ts';

type TextValues = Record<string, string>;

export interface ApiFormOptions<Values extends TextValues, Reply> {
  initialValues: Values;
  /** The schema that the server uses too: its messages are shown at the fields. */
  schema: z.ZodType;
  send: (values: Values) => Promise<Reply>;
  onSuccess?: (reply: Reply, values: Values) => void;
  /** Registers changed values as unsaved text under this id. */
  unsavedId?: string;
}

/**
 * A form that is validated by a schema and sent to the API. A field is validated when it loses the focus after an edit,
 * all of them on submit; then the first invalid one gets the focus. Errors of the server appear at their fields.
 */
export function useApiForm<Values extends TextValues, Reply>(options: ApiFormOptions<Values, Reply>) {
  const { initialValues, schema, send, onSuccess, unsavedId } = options;
  const [isSubmitted, setSubmitted] = useState(false);
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (reply, values) => {
      if (unsavedId) setUnsaved(unsavedId, undefined);
      onSuccess?.(reply, values);
    },
    onError: (error) => form.setErrors(readFieldErrors(error)),
  });
  const form = useForm<TextValues>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: () => {
      if (mutation.isError) mutation.reset();
    },
  });

  const isUnsaved = unsavedId !== undefined && form.isDirty();
  useEffect(() => {
    if (!unsavedId) return;
    setUnsaved(unsavedId, isUnsaved ? 'open' : undefined);
    return () => setUnsaved(unsavedId, undefined);
  }, [unsavedId, isUnsaved]);

  const focusField = (name: string) => form.getInputNode(name)?.focus();
  const validateAndSend = form.onSubmit(
    (values) => mutation.mutate(values as Values),
    (errors) => focusField(Object.keys(errors)[0] ?? ''),
  );
  return {
    values: form.values as Values,
    /** Error messages by the name of the field. */
    errors: form.errors,
    /** True after the first attempt to submit. */
    isSubmitted,
    mutation,
    reset: form.reset,
    /** Keeps values that are saved in the form: only further changes are unsaved, and `reset` restores these values. */
    keep: (saved: Values) => form.resetDirty(saved),
    setValue: (name: keyof Values & string, value: string) => form.setFieldValue(name as string, value),
    isDirty: (name: keyof Values & string) => form.isDirty(name),
    focusField,
    /** Returns the props of an input. */
    field: (name: keyof Values & string) => ({
      ...form.getInputProps(name),
      name,
      onBlur: () => {
        if (form.isDirty(name)) form.validateField(name);
      },
    }),
    onSubmit: (event: React.FormEvent<HTMLFormElement>) => {
      setSubmitted(true);
      validateAndSend(event);
    },
  };
}

/** Returns the errors of a refused request by the name of the field that its JSON Pointer leads to. */
function readFieldErrors(error: unknown): TextValues {
  if (!isApiError(error)) return {};
  return Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer.slice(1), detail]));
}
