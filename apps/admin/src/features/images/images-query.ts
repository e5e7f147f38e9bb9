import type { Image } from '@threadline/schema/image';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

export const imagesQuery = queryOptions({
  queryKey: ['images'],
  queryFn: () => api.call<{ images: Image[] }>('/api/upload/images'),
});
