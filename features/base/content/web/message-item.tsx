import { Button, Text, UnstyledButton } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Time } from '#kit/ui/display.tsx';
import { FieldView } from '#kit/ui/field-view.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { contentContract } from '../contract.ts';
import classes from './content.module.css';

export type Message = OutputOf<typeof contentContract.listMessages>['records'][number];

interface MessageItemProps {
  message: Message;
  open: boolean;
  onToggle: () => void;
}

/** A message that unfolds; opening it is reading it. */
export function MessageItem({ message, open, onToggle }: MessageItemProps) {
  const t = useText();
  const bodyId = useId();
  return (
    <li className={classes.message}>
      <UnstyledButton
        className={classes.messageHead}
        onClick={onToggle}
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
      >
        {message.read ? (
          <span className={classes.dot} />
        ) : (
          <span className={classes.dot} data-unread role="img" aria-label={t('content:message.unread')} />
        )}
        <span className={classes.messageTitle} data-unread={message.read ? undefined : true}>
          {message.title}
          <Text size="xs" c="dimmed" component="span" display="block" fw={400}>
            <Time value={message.createdAt} />
          </Text>
        </span>
        {message.level !== 'info' && (
          <FieldView of={contentContract.listMessages} data={message} path="level" />
        )}
        <Icon name={open ? 'chevron-up' : 'chevron-down'} size={16} />
      </UnstyledButton>
      {open && (
        <div id={bodyId} className={classes.messageBody}>
          {message.body}
          {message.link && (
            <div>
              <Button component={Link} to={message.link} variant="light" size="sm" mt="sm">
                {t('content:message.open')}
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  );
}
