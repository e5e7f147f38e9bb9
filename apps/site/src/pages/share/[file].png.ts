import { createFileRoute } from '../../file-route.ts';

export const { getStaticPaths, GET } = createFileRoute('share', 'png');
