import { Button, Checkbox, Group, Input, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Hint } from './display.tsx';
import { type FieldProps, wrapperProps } from './fields/types.ts';
import { useText } from './i18n.ts';
import { Icon } from './icons.tsx';
import classes from './tree-picker.module.css';
import { filterTree, leavesOf, type TreeNode, tickOf, toggled, visibleNodes } from './tree-selection.ts';

interface TreePickerProps extends FieldProps<string[]> {
  nodes: readonly TreeNode[];
}

/** Choices in a tree with three-state ticks: arrows walk and open, space ticks, the box above searches. */
export function TreePicker({ nodes, ...props }: TreePickerProps) {
  const t = useText();
  const [query, setQuery] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const tree = useRef<HTMLDivElement>(null);
  const chosen = new Set(props.value ?? []);
  const searching = query.trim() !== '';
  const lines = visibleNodes(filterTree(nodes, query), (key) => searching || !closed.has(key));
  const current = Math.min(active, lines.length - 1);

  const setOpen = (key: string, open: boolean) =>
    setClosed((before) => {
      const next = new Set(before);
      if (open) next.delete(key);
      else next.add(key);
      return next;
    });
  const toggle = (node: TreeNode) => {
    if (!props.disabled) props.onChange([...toggled(node, chosen)]);
  };
  const focus = (index: number) => {
    setActive(index);
    tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[current];
    if (!line) return;
    switch (event.key) {
      case 'ArrowDown':
        focus(Math.min(lines.length - 1, current + 1));
        break;
      case 'ArrowUp':
        focus(Math.max(0, current - 1));
        break;
      case 'Home':
        focus(0);
        break;
      case 'End':
        focus(lines.length - 1);
        break;
      case 'ArrowRight':
        if (line.expanded === false) setOpen(line.node.key, true);
        else if (line.expanded) focus(current + 1);
        break;
      case 'ArrowLeft':
        if (line.expanded) setOpen(line.node.key, false);
        else if (line.parent) focus(lines.findIndex((candidate) => candidate.node.key === line.parent));
        break;
      case ' ':
      case 'Enter':
        toggle(line.node);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  const all = nodes.flatMap(leavesOf);
  return (
    <Input.Wrapper {...wrapperProps(props)} labelElement="div">
      <Group gap="xs" mb="xs" wrap="nowrap">
        <TextInput
          flex={1}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          placeholder={t('kit:action.search')}
          aria-label={t('kit:action.search')}
          leftSection={<Icon name="search" size={16} />}
        />
        <Button
          variant="default"
          disabled={props.disabled}
          onClick={() => props.onChange(chosen.size === all.length ? [] : all)}
        >
          {chosen.size === all.length ? t('kit:ui.chooseNone') : t('kit:ui.chooseAll')}
        </Button>
      </Group>
      <div
        ref={tree}
        role="tree"
        aria-multiselectable
        aria-label={
          typeof props.label === 'string' ? props.label : (props['aria-label'] ?? t('kit:ui.choose'))
        }
        className={classes.tree}
      >
        {lines.map(({ node, depth, expanded }, index) => {
          const tick = tickOf(node, chosen);
          return (
            <div
              key={node.key}
              role="treeitem"
              aria-level={depth + 1}
              aria-expanded={expanded}
              aria-checked={tick === 'some' ? 'mixed' : tick === 'all'}
              aria-disabled={props.disabled || undefined}
              aria-selected={tick === 'all'}
              tabIndex={index === Math.max(0, current) ? 0 : -1}
              className={classes.line}
              style={{ paddingInlineStart: 8 + depth * 24 }}
              onFocus={() => setActive(index)}
              onClick={() => toggle(node)}
              onKeyDown={onKeyDown}
            >
              <span
                className={classes.arrow}
                data-open={expanded || undefined}
                aria-hidden
                onClick={(event) => {
                  event.stopPropagation();
                  if (expanded !== undefined) setOpen(node.key, !expanded);
                }}
              >
                {expanded !== undefined && <Icon name="chevron-right" size={16} />}
              </span>
              <Checkbox.Indicator checked={tick === 'all'} indeterminate={tick === 'some'} />
              <span>{node.title}</span>
            </div>
          );
        })}
        {lines.length === 0 && <Hint p="md">{t('kit:ui.nothingFound')}</Hint>}
      </div>
      <Hint size="xs" mt={4} aria-live="polite">
        {t('kit:ui.chosenOf', { count: all.filter((leaf) => chosen.has(leaf)).length, total: all.length })}
      </Hint>
    </Input.Wrapper>
  );
}
