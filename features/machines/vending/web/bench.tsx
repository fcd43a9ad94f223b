import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePhone } from '#kit/ui/phone.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import classes from './vending.module.css';

/** A machine and what may be done with its chosen lanes: beside it on the desk, in a sheet on the phone. */
export function Bench(props: {
  front: ReactNode;
  panel: ReactNode;
  title: string;
  /** of the sheet on the phone */
  opened: boolean;
  onClose: () => void;
}) {
  const phone = usePhone();
  if (phone)
    return (
      <>
        {props.front}
        <Sheet opened={props.opened} onClose={props.onClose} title={props.title}>
          {props.panel}
        </Sheet>
      </>
    );
  return (
    <div className={classes.bench}>
      {props.front}
      <Paper withBorder className={classes.panel}>
        {props.panel}
      </Paper>
    </div>
  );
}
