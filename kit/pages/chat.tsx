import { ActionIcon, Button, FileButton, Group, Menu, Text, Textarea } from '@mantine/core';
import { failureMessage } from '#kit/ui/api.ts';
import type { ChatMessage } from '#kit/ui/chat-rules.ts';
import { ChatThread, type ChatThreadProps } from '#kit/ui/chat-thread.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { pictureTypes } from '#kit/ui/send-picture.ts';
import { useDraft } from '#kit/ui/use-draft.ts';
import classes from './chat.module.css';

export interface QuickText {
  id: string;
  title: string;
  body: string;
}

interface ChatProps<M extends ChatMessage> extends Omit<ChatThreadProps<M>, 'scrolls'> {
  /** fails with why; what was typed stays then. Absent: who may read and not write */
  send?: (text: string) => Promise<unknown>;
  sendPicture?: (file: File) => Promise<unknown>;
  mostLetters: number;
  /** answers that are put into the box, to be changed before they are sent */
  quick?: readonly QuickText[];
  /** what is typed belongs to one conversation */
  name: string;
}

/** A conversation in the office: its messages, which scroll by themselves, and what one writes with below. */
export function Chat<M extends ChatMessage>({
  send,
  sendPicture,
  mostLetters,
  quick,
  name,
  ...thread
}: ChatProps<M>) {
  return (
    <div className={classes.chat}>
      <ChatThread {...thread} scrolls="list" />
      {send && sendPicture && (
        <Foot
          key={name}
          send={send}
          sendPicture={sendPicture}
          mostLetters={mostLetters}
          quick={quick ?? []}
        />
      )}
    </div>
  );
}

type FootProps = Required<Pick<ChatProps<ChatMessage>, 'send' | 'sendPicture' | 'mostLetters' | 'quick'>>;

function Foot({ send, sendPicture, mostLetters, quick }: FootProps) {
  const t = useText();
  const draft = useDraft({ send, sendPicture, failureText: failureMessage });
  const { busy, failure, setText } = draft;
  return (
    <form className={classes.foot} onSubmit={draft.onSubmit}>
      {failure && (
        <Text size="sm" c="var(--danger)" role="alert">
          {failure}
        </Text>
      )}
      <Textarea
        ref={draft.box}
        value={draft.text}
        maxLength={mostLetters}
        autosize
        minRows={1}
        maxRows={6}
        size="md"
        placeholder={t('kit:chat.write')}
        aria-label={t('kit:chat.write')}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={draft.onKeyDown}
      />
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Group gap={4} wrap="nowrap">
          <FileButton accept={pictureTypes} onChange={draft.sendFile}>
            {(props) => (
              <ActionIcon
                {...props}
                variant="subtle"
                color="gray"
                size={44}
                disabled={busy}
                aria-label={t('kit:chat.sendPicture')}
              >
                <Icon name="photo" size={20} />
              </ActionIcon>
            )}
          </FileButton>
          {quick.length > 0 && (
            <QuickTexts
              quick={quick}
              onChoose={(body) => {
                setText((before) => (before.trim() === '' ? body : `${before.trimEnd()}\n${body}`));
                draft.box.current?.focus();
              }}
            />
          )}
        </Group>
        <Button type="submit" size="md" loading={busy} disabled={draft.isEmpty}>
          {t('kit:chat.send')}
        </Button>
      </Group>
    </form>
  );
}

function QuickTexts({ quick, onChoose }: { quick: readonly QuickText[]; onChoose: (body: string) => void }) {
  const t = useText();
  return (
    <Menu position="top-start" width={320} returnFocus={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<Icon name="message" size={18} />}>
          {t('kit:chat.quick')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.quick}>
        {quick.map(({ id, title, body }) => (
          <Menu.Item key={id} onClick={() => onChoose(body)}>
            <Text size="sm" fw={600}>
              {title}
            </Text>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {body}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
