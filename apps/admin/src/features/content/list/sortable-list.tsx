import {
  type Announcements,
  AutoScrollActivator,
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
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useRootAttribute } from '../../../ui/use-root-attribute.ts';
import classes from './content.module.css';

interface SortableListProps {
  entries: readonly { key: string; title: string }[];
  /** Called with the entry and its new index. */
  onMove: (key: string, to: number) => void;
  children: ReactNode;
}

const byPointer = { activationConstraint: { distance: 4 } };
const byKeys = { coordinateGetter: sortableKeyboardCoordinates };

/** The entry moves up and down within its list. Its rectangle is read now: the one of the library is that before scrolling. */
const withinList: Modifier = ({ transform, draggingNodeRect }) => {
  const list = document.querySelector('[data-dragged]')?.parentElement?.getBoundingClientRect();
  if (!list || !draggingNodeRect) return { ...transform, x: 0 };
  const [min, max] = [list.top - draggingNodeRect.top, list.bottom - draggingNodeRect.bottom];
  return { ...transform, x: 0, y: Math.min(Math.max(transform.y, min), max) };
};

/** By the entry and not by the pointer, so that scrolling stops at the end of the list. Slow enough to stop at an entry. */
const autoScroll = { activator: AutoScrollActivator.DraggableRect, acceleration: 4, threshold: { x: 0, y: 0.15 } };
const instructions = {
  draggable:
    'Press Space to pick the entry up, the arrow keys to move it, Space again to put it down, and Escape to leave it where it was.',
};

/** A list whose entries are reordered by dragging their grip, with the pointer or the keyboard. */
export function SortableList({ entries, onMove, children }: SortableListProps) {
  const keys = entries.map(({ key }) => key);
  const sensors = useSensors(useSensor(PointerSensor, byPointer), useSensor(KeyboardSensor, byKeys));
  const announcements = createAnnouncements(entries);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onMove(String(active.id), keys.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[withinList]}
      autoScroll={autoScroll}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements,
        screenReaderInstructions: instructions,
        container: document.body, // a `ul` may contain only `li`
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

function createAnnouncements(entries: SortableListProps['entries']): Announcements {
  const getTitle = (id: unknown) => entries.find(({ key }) => key === id)?.title ?? 'The entry';
  const getPosition = (id: unknown) => `number ${entries.findIndex(({ key }) => key === id) + 1} of ${entries.length}`;
  let hasMoved = false;
  return {
    onDragStart({ active }) {
      hasMoved = false;
      return `${getTitle(active.id)} is picked up. It is ${getPosition(active.id)}.`;
    },
    onDragOver({ active, over }) {
      // The first event is over the entry itself; its announcement would interrupt the one above.
      if (!over || (!hasMoved && over.id === active.id)) return undefined;
      hasMoved = true;
      return `${getTitle(active.id)} would be ${getPosition(over.id)}.`;
    },
    onDragEnd: ({ active, over }) => `${getTitle(active.id)} is now ${getPosition(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${getTitle(active.id)} stays ${getPosition(active.id)}.`,
  };
}

/** Returns the props of a sortable card, and the grip by which it is dragged. */
export function useSortableCard(key: string, title: string) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
  });
  useRootAttribute('data-dragging', isDragging ? '' : undefined);
  const style = transform ? { transform: `translateY(${Math.round(transform.y)}px)`, transition } : undefined;
  const grip = (
    <IconButton
      icon={IconGripVertical}
      {...attributes}
      {...listeners}
      ref={setActivatorNodeRef}
      label={`Move ${title}`}
      className={classes.grip}
    />
  );
  return { frame: { ref: setNodeRef, style, 'data-dragged': isDragging || undefined }, grip };
}
