import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api.ts';

export const imagesQuery = queryOptions({
  queryKey: ['images'],
  queryFn: () => answerOf(api.client.upload.images.$get({ query: {} })),
});
