import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FieldProps, wrapperProps } from '#kit/ui/fields/types.ts';
import classes from './settings.module.css';

type EntryRowsProps = Omit<FieldProps<never>, 'value' | 'onChange'> & { children: ReactNode };

/** A list whose entries have a few values each: one line on the desk, a small block on the phone. */
export function EntryRows({ children, ...props }: EntryRowsProps) {
  return (
    <Input.Wrapper {...wrapperProps(props as FieldProps<never>)} labelElement="div">
      <ul className={classes.entries}>{children}</ul>
    </Input.Wrapper>
  );
}

EntryRows.Row = function EntryRow({
  lead,
  children,
  trail,
  oneLine,
}: {
  lead: ReactNode;
  children: ReactNode;
  trail?: ReactNode;
  /** little enough to stay in one line on the phone */
  oneLine?: boolean;
}) {
  return (
    <li className={classes.entry} data-one-line={oneLine || undefined}>
      <div className={classes.entryLead}>{lead}</div>
      <div className={classes.entryValues}>{children}</div>
      {trail}
    </li>
  );
};
