import { writeFileSync } from 'node:fs';
import { themeCss } from './src/theme/theme-css.ts';

writeFileSync(new URL('src/theme/theme-variables.css', import.meta.url), themeCss());
