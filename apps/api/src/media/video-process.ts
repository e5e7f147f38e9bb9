import { rewriteVideo } from './rewrite-video.ts';
import { serveTasks } from './task-process.ts';

serveTasks('video', rewriteVideo);
