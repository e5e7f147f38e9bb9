import { Group } from '@mantine/core';
import type { SetupSteps } from '@threadline/schema/wire/dashboard';
import { useState } from 'react';
import { useUser } from '../../session.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TaskList } from './attention.tsx';
import classes from './dashboard.module.css';
import { listSetupTasks } from './setup-tasks.ts';

/** The steps of the set-up until all are done. Each user can hide them. */
export function SetupChecklist({ steps }: { steps: SetupSteps }) {
  const { _id, role } = useUser();
  const name = `setup-hidden:${_id}`;
  const [isHidden, setHidden] = useState(() => localStorage.getItem(name) !== null);
  const list = listSetupTasks(steps, role === 'super_admin');
  const done = list.filter(({ isDone }) => isDone).length;
  if (isHidden || done === list.length) return null;
  const hide = () => {
    localStorage.setItem(name, 'true');
    setHidden(true);
  };
  return (
    <Panel
      title="Finish setting up"
      extra={
        <Group gap={12}>
          <small>
            {done} of {list.length} done
          </small>
          <TextButton onClick={hide}>Hide this list</TextButton>
        </Group>
      }
    >
      <progress className={classes.progress} value={done} max={list.length} aria-label="Steps that are done" />
      <TaskList tasks={list} />
    </Panel>
  );
}
