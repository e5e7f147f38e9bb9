import { TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Alert, ErrorAlert } from './alert.tsx';
import { Button } from './button.tsx';
import { Panel } from './panel.tsx';
import classes from './settings-panels.module.css';

/** Settings, with what belongs to them beside them where there is room. */
export function SettingsColumns({ settings, children }: { settings: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.columns}>
      {settings}
      <div className={classes.aside}>{children}</div>
    </div>
  );
}

interface FixedSettingsProps {
  title: string;
  /** The values by the label of their field. */
  rows: Readonly<Record<string, string>>;
}

/** Settings that come from the environment. */
export function FixedSettings({ title, rows }: FixedSettingsProps) {
  return (
    <Panel title={title} extra={<small>Set by the server’s administrator</small>}>
      <div className={classes.fixed}>
        <p>These settings come from the server itself and cannot be changed here. Ask the server’s administrator.</p>
        {Object.entries(rows).map(([label, value]) => (
          <TextInput key={label} label={label} value={value} readOnly />
        ))}
      </div>
    </Panel>
  );
}

interface SettingsTestProps {
  /** The test, and the sentence with which it ended. */
  test: UseMutationResult<{ ok: boolean; detail: string }, Error, void>;
  /** Replaces the sentence. */
  outcome?: string | undefined;
  title: string;
  /** The label of the button. */
  action: string;
  /** The error message when the server gave no reason. */
  fallback: string;
  /** Describes the test. */
  children: ReactNode;
}

/** Tests the saved settings of a service, and shows the outcome. */
export function SettingsTest({ test, outcome, title, action, fallback, children }: SettingsTestProps) {
  return (
    <Panel title={title}>
      <div className={classes.test}>
        <p>{children}</p>
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          {action}
        </Button>
        <div role="status">
          {test.data && !test.isPending && (
            <Alert tone={test.data.ok ? 'success' : 'danger'}>{outcome ?? test.data.detail}</Alert>
          )}
        </div>
        <ErrorAlert error={test.error} fallback={fallback} />
      </div>
    </Panel>
  );
}

/** Explains what to do outside the product, in a panel. */
export function AdvicePanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className={classes.advice}>{children}</div>
    </Panel>
  );
}
