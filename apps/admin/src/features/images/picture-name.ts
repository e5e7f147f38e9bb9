import { useQuery } from '@tanstack/react-query';
import { publicIdOf } from '@threadline/schema/image';
import { pictureName } from '@threadline/schema/picture-name';
import { knownImageQuery } from './images-query.ts';

/** The address of a picture as people know it; undefined until the library has answered, the address where it cannot. */
export function usePictureName(address: string): string | undefined {
  const publicId = publicIdOf(address);
  const query = useQuery({ ...knownImageQuery(publicId ?? ''), enabled: publicId !== undefined });
  if (publicId === undefined || query.data !== undefined) return pictureName(address, query.data);
  return query.isError ? address : undefined;
}
