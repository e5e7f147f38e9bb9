/**
 * Makes the page interactive. `load-non-critical.js` loads this file after the first paint, once the page is parsed. It is
 * one file: each script in the page would be parsed before that paint, and need a hash in the policy.
 */
import './island-directives.ts';
import 'astro/runtime/server/astro-island.js';
import { loadDialog } from '../sections/contact/load-dialog.ts';
import { redirectLegalHash } from '../sections/footer/legal-hash.ts';
import { loadNewsletter } from '../sections/footer/load-newsletter.ts';
import { loadSlimHeader } from '../sections/header/load-slim-header.ts';
import { startMenu } from '../sections/header/menu.ts';
import { startThemeButton } from '../sections/header/theme-button.ts';
import { startServiceRows } from '../sections/services/service-rows.ts';
import { startStickyBar } from '../sections/sticky-bar/sticky-bar.ts';
import { startTicker } from '../sections/ticker/ticker.ts';
import { deferLayout } from './defer-layout.ts';
import { startOfficeHours } from './office-hours.ts';

startOfficeHours();
startThemeButton();
startMenu();
loadSlimHeader();
startTicker();
startServiceRows();
loadDialog();
loadNewsletter();
startStickyBar();
redirectLegalHash();
deferLayout();
