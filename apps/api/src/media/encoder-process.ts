import type { EncoderTask } from './encoder.ts';
import { serveTasks } from './task-process.ts';
import { makeVariants } from './variants.ts';

serveTasks('image', ({ path, edit }: EncoderTask) => makeVariants(path, edit ?? undefined));
