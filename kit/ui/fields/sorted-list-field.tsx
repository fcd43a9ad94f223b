import { ActionIcon, Input, Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useText } from '../i18n.ts';
import { Icon } from '../icons.tsx';
import { moved } from './reorder.ts';
import classes from './sorted-list-field.module.css';
import { type FieldProps, type Option, wrapperProps } from './types.ts';

type Value = string | number;

interface SortedListProps extends FieldProps<Value[]> {
  options: readonly Option[];
  /** beside an item's name (a switch, a badge) */
  beside?: (value: Value) => ReactNode;
}

/** Puts given items in order: by dragging, by the arrow buttons, or with the arrow keys on the handle. */
export function SortedListField({ options, beside, ...props }: SortedListProps) {
  const [dragged, setDragged] = useState<number | undefined>();
  const list = useRef<HTMLOListElement>(null);
  // Items that the value does not name yet come last, in the order they were given.
  const chosen = props.value ?? [];
  const order = [
    ...chosen.filter((value) => options.some((option) => option.value === value)),
    ...options.map((option) => option.value).filter((value) => !chosen.includes(value)),
  ];
  const move = (from: number, to: number) => {
    props.onChange(moved(order, from, to));
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-handle]')[to]?.focus());
  };
  const dragTo = (to: number) => {
    if (dragged === undefined || dragged === to || to < 0) return;
    props.onChange(moved(order, dragged, to));
    setDragged(to);
  };
  const placeUnder = (y: number) =>
    [...(list.current?.children ?? [])].findIndex((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return y >= top && y < bottom;
    });
  // Browsers drag with the mouse by themselves, but not with a finger. The list holds the pointer, because items move.
  const dragByFinger = (event: PointerEvent, index: number) => {
    if (event.pointerType === 'mouse' || props.disabled) return;
    list.current?.setPointerCapture(event.pointerId);
    setDragged(index);
  };
  return (
    <Input.Wrapper {...wrapperProps(props)} labelElement="div">
      <ol
        className={classes.list}
        ref={list}
        onPointerMove={(event) => {
          if (event.pointerType !== 'mouse') dragTo(placeUnder(event.clientY));
        }}
        onPointerUp={() => setDragged(undefined)}
        onPointerCancel={() => setDragged(undefined)}
      >
        {order.map((value, index) => (
          <li
            key={value}
            className={classes.item}
            data-dragged={dragged === index || undefined}
            draggable={!props.disabled}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => {
              event.preventDefault();
              dragTo(index);
            }}
          >
            <ItemControls
              label={options.find((option) => option.value === value)?.label ?? String(value)}
              place={index}
              count={order.length}
              disabled={props.disabled ?? false}
              onMove={(to) => move(index, to)}
              onGrab={(event) => dragByFinger(event, index)}
              beside={beside?.(value)}
            />
          </li>
        ))}
      </ol>
    </Input.Wrapper>
  );
}

interface ItemProps {
  label: string;
  place: number;
  count: number;
  disabled: boolean;
  onMove: (to: number) => void;
  onGrab: (event: PointerEvent) => void;
  beside: ReactNode;
}

function ItemControls({ label, place, count, disabled, onMove, onGrab, beside }: ItemProps) {
  const t = useText();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const to = place + step;
    if (step === 0 || to < 0 || to >= count) return;
    event.preventDefault();
    onMove(to);
  };
  return (
    <>
      <button
        type="button"
        className={classes.handle}
        data-handle
        disabled={disabled}
        aria-label={t('kit:ui.moveItem', { name: label, place: place + 1, count })}
        onPointerDown={onGrab}
        onKeyDown={onKeyDown}
      >
        <Icon name="grip-vertical" />
      </button>
      <Text size="sm" flex={1}>
        {label}
      </Text>
      {beside}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        disabled={disabled || place === 0}
        aria-label={t('kit:ui.moveUp', { name: label })}
        onClick={() => onMove(place - 1)}
      >
        <Icon name="arrow-up" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        disabled={disabled || place === count - 1}
        aria-label={t('kit:ui.moveDown', { name: label })}
        onClick={() => onMove(place + 1)}
      >
        <Icon name="arrow-down" />
      </ActionIcon>
    </>
  );
}
