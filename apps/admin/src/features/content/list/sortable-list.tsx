import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './content.module.css';

interface SortableListProps {
  entries: readonly { key: string; title: string }[];
  /** The entry and its new place, counted from 0. */
  onMove: (key: string, to: number) => void;
  children: ReactNode;
}

// Outside: with options that are new each time, every card would be rendered with the list.
const byPointer = { activationConstraint: { distance: 4 } };
const byKeys = { coordinateGetter: sortableKeyboardCoordinates };
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const instructions = {
  draggable:
    'Press Space to pick the entry up, the arrow keys to move it, Space again to put it down, and Escape to leave it where it was.',
};

/** Entries whose order is changed by dragging the grip, with the pointer or with the keys. */
export function SortableList({ entries, onMove, children }: SortableListProps) {
  const order = entries.map(({ key }) => key).join(' ');
  // The same list as long as the order is: every card looks at it.
  const keys = useMemo(() => order.split(' '), [order]);
  const sensors = useSensors(useSensor(PointerSensor, byPointer), useSensor(KeyboardSensor, byKeys));
  const announcements = useMemo(() => announcementsFor(entries), [entries]);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onMove(String(active.id), keys.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements,
        screenReaderInstructions: instructions,
        container: document.body, // a list may hold nothing but entries
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

function announcementsFor(entries: SortableListProps['entries']): Announcements {
  const titleOf = (id: unknown) => entries.find(({ key }) => key === id)?.title ?? 'The entry';
  const placeOf = (id: unknown) => `number ${entries.findIndex(({ key }) => key === id) + 1} of ${entries.length}`;
  let hasMoved = false;
  return {
    onDragStart({ active }) {
      hasMoved = false;
      return `${titleOf(active.id)} is picked up. It is ${placeOf(active.id)}.`;
    },
    onDragOver({ active, over }) {
      // Over itself at once: that would talk over the words above.
      if (!over || (!hasMoved && over.id === active.id)) return undefined;
      hasMoved = true;
      return `${titleOf(active.id)} would be ${placeOf(over.id)}.`;
    },
    onDragEnd: ({ active, over }) => `${titleOf(active.id)} is now ${placeOf(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${titleOf(active.id)} stays ${placeOf(active.id)}.`,
  };
}

/** What makes a card part of a SortableList: its frame, and the grip that carries it. */
export function useSortableCard(key: string, title: string) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
  });
  const style = transform ? { transform: `translateY(${Math.round(transform.y)}px)`, transition } : undefined;
  const grip = (
    <IconButton
      {...attributes}
      {...listeners}
      ref={setActivatorNodeRef}
      label={`Move ${title}`}
      className={classes.grip}
    >
      <IconGripVertical size={18} />
    </IconButton>
  );
  return { frame: { ref: setNodeRef, style, 'data-dragged': isDragging || undefined }, grip };
}
