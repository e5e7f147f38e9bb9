import { Box, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey } from '../../api/query-keys.ts';
import { useUser } from '../../session.tsx';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useSiteUrl } from '../auth/session-options.ts';
import { TaskList } from './attention.tsx';
import classes from './dashboard.module.css';
import { listSetupTasks } from './setup-tasks.ts';

/** The number of open steps that are shown at first: few enough to see the next one, and a single one towards the end. */
function countShown(done: number, total: number): number {
  return done * 2 < total ? 3 : 1;
}

/** The next steps of the set-up, or all of them, until all are done. Each user can hide them. */
export function SetupChecklist({ dashboard: { setup, invitedUsers } }: { dashboard: Dashboard }) {
  const { _id, role } = useUser();
  const name = `setup-hidden:${_id}`;
  const [isExpanded, setExpanded] = useState(false);
  const [isHidden, setHidden] = useState(() => localStorage.getItem(name) !== null);
  const queryClient = useQueryClient();
  const toast = useToast();
  const noticeUrl = `${useSiteUrl().replace(/\/$/, '')}/privacy/`;
  const markRead = useMutation({
    mutationFn: (isRead: boolean) => {
      const call = api.client.dashboard['privacy-notice-read'];
      return isRead ? unwrap(call.$post()) : unwrap(call.$delete());
    },
    onSuccess: (_reply, isRead) => {
      queryClient.invalidateQueries({ queryKey: dashboardKey });
      if (!isRead) return toast({ text: 'The privacy notice is marked as not read.' });
      const undo = { label: 'Undo', run: () => markRead.mutate(false) };
      toast({ text: 'The privacy notice is marked as read.', action: undo });
    },
  });
  const onNoticeRead = () => markRead.mutate(true);
  const list = listSetupTasks(setup, { isSuperAdmin: role === 'super_admin', invitedUsers, noticeUrl, onNoticeRead });
  const done = list.filter(({ isDone }) => isDone).length;
  if (isHidden || done === list.length) return null;
  const next = list.filter(({ isDone }) => !isDone).slice(0, countShown(done, list.length));
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
      <ErrorAlert error={markRead.error} fallback="The step could not be marked. Try again." />
      <TaskList tasks={(isExpanded ? list : next).map((task) => ({ ...task, isMinor: true }))} />
      <Box px="md" py={10} className={classes.more}>
        <TextButton aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show only the next steps' : `Show all ${list.length} steps`}
        </TextButton>
      </Box>
    </Panel>
  );
}
