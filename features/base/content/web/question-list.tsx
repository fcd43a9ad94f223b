import { Accordion, Button, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureMessage, useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Markdown } from '#kit/ui/markdown.tsx';
import { contentContract } from '../contract.ts';
import classes from './content.module.css';

interface Question {
  id: string;
  slug: string;
  heading: ReactNode;
}

interface QuestionListProps {
  questions: readonly Question[];
  open: string | null;
  onOpen: (slug: string | null) => void;
  /** level of the headings, one below what stands above the list */
  level: 2 | 3;
}

/** Questions that unfold into their answers; an answer is fetched when it is asked for. */
export function QuestionList({ questions, open, onOpen, level }: QuestionListProps) {
  return (
    <Accordion
      value={open}
      onChange={onOpen}
      variant="separated"
      order={level}
      classNames={{ item: classes.questionItem }}
    >
      {questions.map((question) => (
        <Accordion.Item key={question.id} value={question.slug}>
          <Accordion.Control>{question.heading}</Accordion.Control>
          <Accordion.Panel>{question.slug === open && <Answer slug={question.slug} />}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function Answer({ slug }: { slug: string }) {
  const t = useText();
  const { data, error, refetch } = useCall(contentContract.questionDetail, { id: slug });
  if (data) return <Markdown source={data.body} />;
  if (error)
    return (
      <Text size="sm" role="alert">
        {failureMessage(error)}
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          {t('kit:action.retry')}
        </Button>
      </Text>
    );
  return <Skeleton height={44} />;
}
