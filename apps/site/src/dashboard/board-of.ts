import type { SiteContent } from '@threadline/schema/site-content';
import { landingSprite } from '../art/sprite.ts';
import { type Board, statusesOf } from './board.ts';

/** Gathers the sample data and its words from the content. */
export function boardOf(content: SiteContent): Board {
  const { services, site } = content;
  const { tabs, columns } = services['sample-dashboard'];
  return {
    ...services['dashboard-figures'],
    projects: services.projects.map(({ value }) => value),
    roles: services.roles.map(({ value }) => value),
    burnUp: services.burnUp.map(({ value }) => value),
    cash: services.cash.map(({ value }) => value),
    tabs,
    columns,
    statuses: statusesOf(site),
    words: services['dashboard-words'],
    charts: services['dashboard-charts'],
    drawings: landingSprite(content).url,
  };
}
