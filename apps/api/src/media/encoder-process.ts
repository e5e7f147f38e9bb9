import { serveTasks } from './task-process.ts';
import { makeVariants } from './variants.ts';

serveTasks('image', makeVariants);
