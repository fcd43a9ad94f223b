import { ActionIcon, Input, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
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
  const t = useText();
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
  const labelOf = (value: Value) => options.find((option) => option.value === value)?.label ?? String(value);
  return (
    <Input.Wrapper {...wrapperProps(props)} labelElement="div">
      <ol
        className={classes.list}
        ref={list}
        onPointerMove={(event) => {
          if (dragged === undefined || event.pointerType === 'mouse') return;
          dragTo(placeUnder(event.clientY));
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
            <button
              type="button"
              className={classes.handle}
              data-handle
              disabled={props.disabled}
              aria-label={t('kit:ui.moveItem', {
                name: labelOf(value),
                place: index + 1,
                count: order.length,
              })}
              onPointerDown={(event) => {
                // Browsers drag with the mouse by themselves, but not with a finger. The list holds the pointer: items move.
                if (event.pointerType === 'mouse' || props.disabled) return;
                list.current?.setPointerCapture(event.pointerId);
                setDragged(index);
              }}
              onKeyDown={(event) => {
                const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
                if (step === 0 || !order[index + step]) return;
                event.preventDefault();
                move(index, index + step);
              }}
            >
              <Icon name="grip-vertical" />
            </button>
            <Text size="sm" flex={1}>
              {labelOf(value)}
            </Text>
            {beside?.(value)}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              disabled={props.disabled || index === 0}
              aria-label={t('kit:ui.moveUp', { name: labelOf(value) })}
              onClick={() => move(index, index - 1)}
            >
              <Icon name="arrow-up" />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              disabled={props.disabled || index === order.length - 1}
              aria-label={t('kit:ui.moveDown', { name: labelOf(value) })}
              onClick={() => move(index, index + 1)}
            >
              <Icon name="arrow-down" />
            </ActionIcon>
          </li>
        ))}
      </ol>
    </Input.Wrapper>
  );
}
