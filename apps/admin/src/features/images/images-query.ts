import { queryOptions } from '@tanstack/react-query';
import type { Image } from '@threadline/schema/image';
import { api } from '../../api.ts';

export const imagesQuery = queryOptions({
  queryKey: ['images'],
  queryFn: () => api.call<{ images: Image[] }>('/api/upload/images'),
});
