import { Group, Modal, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { getErrorMessage } from '../../api/client.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { HighlightedText } from '../../ui/highlight.tsx';
import { useCloseOnBack } from '../../ui/open-dialogs.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { useContent } from '../content/model/content-query.ts';
import classes from './palette.module.css';
import { PaletteField, type PaletteSearch } from './palette-field.tsx';
import { type Command, useCommands } from './use-commands.ts';

interface PaletteProps extends PaletteSearch {
  onClose: () => void;
  onShortcuts: () => void;
}

/** Finds screens, actions and text of the site. */
export function Palette(props: PaletteProps) {
  useCloseOnBack(props.onClose);
  return (
    <Modal.Root opened onClose={props.onClose} size="40rem" yOffset="10vh" lockScroll={false}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search or jump to">
        <Modal.Body className={classes.body}>
          <PaletteList {...props} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function PaletteList({ query, onQueryChange, onClose, onShortcuts }: PaletteProps) {
  const [chosen, setChosen] = useState(0);
  const { commands, isPending } = useCommands(query, onShortcuts);
  const id = useId();
  const optionId = (index: number) => `${id}-${index}`;
  const found = commands.filter(({ isOffer }) => !isOffer).length;
  const current = Math.min(chosen, commands.length - 1);

  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const [answered, setAnswered] = useState<Command>();
  const box = useRef<HTMLDivElement>(null);

  const run = (command: Command | undefined) => {
    if (!command) return;
    if (command.help && command !== answered) return setAnswered(command);
    onClose();
    command.run();
  };
  const returnToResults = () => {
    setAnswered(undefined);
    box.current?.querySelector('input')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1 };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setChosen((next + commands.length) % Math.max(1, commands.length));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(commands[current]);
    }
  };

  return (
    <div ref={box} className={classes.search}>
      <PaletteField
        query={query}
        onQueryChange={(typed) => {
          onQueryChange(typed);
          setChosen(0);
          setAnswered(undefined);
        }}
        role="combobox"
        aria-expanded={!answered && commands.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={!answered && commands.length > 0 ? optionId(current) : undefined}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      {answered && <HelpAnswer command={answered} onGo={() => run(answered)} onBack={returnToResults} />}
      <div id={`${id}-list`} role="listbox" aria-label="Results" className={classes.list} hidden={Boolean(answered)}>
        {groupCommands(commands).map(([group, entries], position) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form fields, and these are options
          <div role="group" aria-labelledby={`${id}-group-${position}`} key={group}>
            <Text id={`${id}-group-${position}`} px={8} pt={8} pb={4} c="dimmed" fz="sm" aria-hidden="true">
              {group}
            </Text>
            {entries.map(({ command, index }) => (
              <Option
                key={command.id}
                id={optionId(index)}
                command={command}
                isCurrent={index === current}
                onPoint={() => setChosen(index)}
                onRun={() => run(command)}
              />
            ))}
          </div>
        ))}
      </div>
      <SearchUnavailable />
      <Group component="p" justify="space-between" px="md" py={8} c="dimmed" fz="xs" className={classes.foot}>
        <span className={classes.keys}>
          <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> close
        </span>
        <span role="status">{describeCount(found, isPending)}</span>
      </Group>
    </div>
  );
}

function describeCount(found: number, isPending: boolean): string {
  if (found > 0) return `${found} found`;
  return isPending ? 'Searching…' : 'No results.';
}

interface HelpAnswerProps {
  command: Command;
  onGo: () => void;
  onBack: () => void;
}

/** The answer to a question, with the button to the screen where it is done. The button takes the focus. */
function HelpAnswer({ command: { help }, onGo, onBack }: HelpAnswerProps) {
  const go = useRef<HTMLButtonElement>(null);
  const [titleId, answerId] = [useId(), useId()];
  useEffect(() => go.current?.focus(), []);
  if (!help) return null;
  return (
    <Stack component="section" gap={10} p="md" aria-labelledby={titleId}>
      <h2 id={titleId}>{help.title}</h2>
      <p id={answerId}>{help.answer}</p>
      <Group gap={10}>
        <Button
          ref={go}
          variant="filled"
          aria-describedby={answerId}
          onClick={onGo}
          rightSection={<IconArrowRight size={16} aria-hidden="true" />}
        >
          Go to {help.screen}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          Back to the results
        </Button>
      </Group>
    </Stack>
  );
}

/** Explains why the results hold no text of the site. Screens and actions are found all the same. */
export function SearchUnavailable() {
  const { data, error, isFetching, refetch } = useContent();
  if (data || !error) return null;
  return (
    <Alert
      isStrip
      role="alert"
      actions={
        <TextButton disabled={isFetching} onClick={() => refetch()}>
          Try again
        </TextButton>
      }
    >
      <strong>The text of the site could not be loaded.</strong> {getErrorMessage(error, 'Try again in a minute.')}
    </Alert>
  );
}

function groupCommands(commands: Command[]): [Command['group'], { command: Command; index: number }[]][] {
  const groups = new Map<Command['group'], { command: Command; index: number }[]>();
  for (const [index, command] of commands.entries())
    groups.set(command.group, [...(groups.get(command.group) ?? []), { command, index }]);
  return [...groups];
}

interface OptionProps {
  id: string;
  command: Command;
  isCurrent: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function Option({ id, command, isCurrent, onPoint, onRun }: OptionProps) {
  const { icon: Icon, label, detail, keys, marks = [] } = command;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox, which names the option by aria-activedescendant
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={classes.option}
      onMouseMove={onPoint}
      onClick={onRun}
    >
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <Text span flex={1} miw={0}>
        <strong>
          <HighlightedText text={label} marks={marks} />
        </strong>
        {detail && <small> {detail}</small>}
      </Text>
      {keys && <kbd>{keys}</kbd>}
    </div>
  );
}
