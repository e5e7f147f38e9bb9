import { stripTags } from '@threadline/schema/content/preview-tags';
import type { DashboardData } from '@threadline/schema/content/sections/sample-dashboard';

/** Returns the projects with their earlier weeks. The texts of a preview have tags, which are not part of a name. */
export function joinProjects({ projects, earlierWeeks }: Pick<DashboardData, 'projects' | 'earlierWeeks'>) {
  return projects.map((project) => ({
    ...project,
    earlier: earlierWeeks
      .filter((week) => stripTags(week.project) === stripTags(project.name))
      .map(({ project: _, ...state }) => state),
  }));
}

/** Returns the tasks of each week, in all and by business unit. */
export function joinTasks({ tasks }: Pick<DashboardData, 'tasks'>) {
  const weeks = Map.groupBy(tasks, ({ startsOn }) => startsOn);
  return Array.from(weeks, ([startsOn, rows]) => ({
    startsOn,
    scope: rows.reduce((sum, { scope }) => sum + scope, 0),
    done: rows.reduce((sum, { done }) => sum + done, 0),
    units: rows.map(({ startsOn: _, ...unit }) => unit),
  }));
}
