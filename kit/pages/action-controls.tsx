import { ActionIcon, Button, Menu } from '@mantine/core';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { Action } from './actions.ts';
import type { useActions } from './use-actions.ts';

interface ControlsProps<S> {
  actions: readonly Action<S>[];
  subject: S;
  runner: ReturnType<typeof useActions>;
  onDone?: () => void;
}

/** Pressing it leads to a form, a screen or a question; nothing has happened yet. */
const isBeginning = <S,>({ confirm, call, run }: Action<S>) =>
  confirm !== undefined || (call === undefined && run === undefined);

/** Buttons side by side, the primary one filled. */
export function ActionButtons<S>({ actions, subject, runner, onDone }: ControlsProps<S>) {
  const t = useText();
  return runner.allowed(actions, subject).map((action) => (
    <Button
      key={action.label}
      variant={action.primary ? 'filled' : action.danger ? 'light' : 'default'}
      color={action.danger ? 'red' : undefined}
      leftSection={action.icon && <Icon name={action.icon} />}
      loading={runner.running === action.label}
      data-opens={isBeginning(action) || undefined}
      onClick={() => void runner.run(action, subject).then((done) => done && onDone?.())}
    >
      {t(action.label)}
    </Button>
  ));
}

const thumbButtons = 2;

/** At the lower edge of a phone: the first ones as buttons, the rest behind three dots. */
export function PhoneActions<S>({ actions, subject, runner }: ControlsProps<S>) {
  const allowed = runner.allowed(actions, subject);
  // The prominent one is first in reach, wherever it was declared.
  const order = [...allowed].sort((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false));
  const shown = order.length > thumbButtons + 1 ? order.slice(0, thumbButtons) : order;
  return (
    <>
      <ActionButtons actions={shown} subject={subject} runner={runner} />
      {order.length > shown.length && (
        <ActionMenu actions={order.slice(shown.length)} subject={subject} runner={runner} />
      )}
    </>
  );
}

/** The actions of one row behind three dots. */
export function ActionMenu<S>({
  actions,
  subject,
  runner,
  onDone,
  name,
}: ControlsProps<S> & { name?: string }) {
  const t = useText();
  const allowed = runner.allowed(actions, subject);
  if (allowed.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={name ? t('kit:page.actionsOf', { name }) : t('kit:page.actions')}
          onClick={(event) => event.stopPropagation()}
        >
          <Icon name="dots-vertical" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {allowed.map((action) => (
          <Menu.Item
            key={action.label}
            color={action.danger ? 'red' : undefined}
            leftSection={action.icon && <Icon name={action.icon} size={16} />}
            onClick={() => void runner.run(action, subject).then((done) => done && onDone?.())}
          >
            {t(action.label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
