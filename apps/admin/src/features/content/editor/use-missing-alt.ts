import { useQueries } from '@tanstack/react-query';
import { findMissingAlt, listImagesWithoutOwnAlt } from '@threadline/schema/content/alt-text';
import { imageAtQuery } from '../../images/images-query.ts';
import type { FieldErrors } from '../model/form-model.ts';

/**
 * Returns the errors of pictures that have no alt text, neither in the value nor in the library, so that they are reported
 * together with the others. Pictures that have not loaded yet are left to the check of the server.
 */
export function useMissingAlt(value: unknown): FieldErrors {
  const images = useQueries({ queries: [...listImagesWithoutOwnAlt([{ value }])].map(imageAtQuery) });
  const library = Object.fromEntries(images.flatMap(({ data }) => (data ? [[data.publicId, data]] : [])));
  const missing = findMissingAlt([{ section: '', key: '', value, metadata: {} }], library);
  return Object.fromEntries(missing.map(({ pointer, detail }) => [pointer, detail]));
}
