import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from './i18n.ts';
import { useDialogCloser } from './navigation.ts';
import { usePhone } from './phone.ts';
import classes from './sheet.module.css';

interface SheetProps {
  opened: boolean;
  onClose: () => void;
  /** when it has slid away */
  onClosed?: () => void;
  title: ReactNode;
  children: ReactNode;
  /** buttons that stay in reach at the lower edge */
  footer?: ReactNode;
  /** width on the desk */
  size?: string | number;
}

/** A bottom sheet on the phone, a side drawer on the desk. */
export function Sheet({ opened, onClose, onClosed, title, children, footer, size = 480 }: SheetProps) {
  const phone = usePhone();
  useDialogCloser(opened, onClose);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      position={phone ? 'bottom' : 'right'}
      size={phone ? 'auto' : size}
      // Through the root: a class on the content itself reaches its full-height container too.
      classNames={phone ? { content: classes.bottom } : undefined}
    >
      <Drawer.Overlay />
      <Drawer.Content data-sheet={phone ? 'bottom' : 'side'}>
        {phone && <div className={classes.handle} aria-hidden />}
        <Drawer.Header>
          <Drawer.Title fw={600}>{title}</Drawer.Title>
          <SheetCloseButton />
        </Drawer.Header>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Drawer.Content>
    </Drawer.Root>
  );
}

function SheetCloseButton() {
  const t = useText();
  return <Drawer.CloseButton aria-label={t('kit:action.close')} size="lg" />;
}
