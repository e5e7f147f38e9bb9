import visible from 'astro/client/visible.js';
import delayed from '../directives/delayed.ts';

/** Registers the client directives that the page uses. Astro's islands look them up as soon as their element is defined. */
Object.assign(globalThis, { Astro: { delayed, visible } });
