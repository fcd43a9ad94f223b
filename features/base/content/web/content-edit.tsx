import { Alert, Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useAct, useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { contentContract } from '../contract.ts';

const { editedArticle, submitArticle, publishArticle } = contentContract;

/** A new article starts as a draft; an existing one keeps its state. */
export default function ContentEditPage() {
  const [query] = useSearchParams();
  const id = z.uuid().safeParse(query.get('id')).data;
  const definition = defineForm({
    schema: submitArticle.input,
    texts: 'content:edit',
    fields: [
      {
        name: 'kind',
        section: 'content:edit.place',
      },
      {
        name: 'category',
        section: 'content:edit.place',
      },
      { name: 'slug', hint: 'content:edit.slugHint', section: 'content:edit.place' },
      { name: 'sort', hint: 'content:edit.sortHint', section: 'content:edit.place' },
      { name: 'titleZh', label: 'content:edit.title', wide: true, section: 'content:edit.chinese' },
      { name: 'summaryZh', label: 'content:edit.summary', section: 'content:edit.chinese' },
      { name: 'bodyZh', label: 'content:edit.body', section: 'content:edit.chinese' },
      { name: 'titleEn', label: 'content:edit.title', wide: true, section: 'content:edit.english' },
      { name: 'summaryEn', label: 'content:edit.summary', section: 'content:edit.english' },
      { name: 'bodyEn', label: 'content:edit.body', section: 'content:edit.english' },
      { name: 'cover', busType: 'article', section: 'content:edit.media' },
      {
        name: 'video',
        hint: 'content:edit.videoHint',
        section: 'content:edit.media',
      },
    ],
    initial: {
      kind: 'question',
      category: 'start',
      sort: 100,
      summaryZh: '',
      summaryEn: '',
      bodyZh: '',
      bodyEn: '',
    },
    ...(id
      ? {
          load: loadFrom(editedArticle, { id }),
          header: <Notices id={id} />,
          secondary: <Publishing id={id} />,
        }
      : {}),
    submit: submitTo(submitArticle),
    success: 'kit:action.saved',
  });
  return <FormPage key={id ?? 'new'} definition={definition} />;
}

function Notices({ id }: { id: string }) {
  const t = useText();
  const { data } = useCall(editedArticle, { id });
  if (!data?.shipped) return null;
  return (
    <Alert color={data.edited ? 'yellow' : 'blue'} variant="light">
      {t(data.edited ? 'content:edit.editedNotice' : 'content:edit.shippedNotice')}
    </Alert>
  );
}

/** Publishing works on what is saved, beside the form that changes it. */
function Publishing({ id }: { id: string }) {
  const t = useText();
  const { data } = useCall(editedArticle, { id });
  const publish = useAct(publishArticle, { success: 'kit:action.done' });
  if (!data) return null;
  const published = data.publishedAt !== null;
  return (
    <Button
      variant="default"
      loading={publish.isPending}
      onClick={() => publish.mutate({ id, published: !published })}
    >
      {t(published ? 'content:edit.unpublish' : 'content:edit.publish')}
    </Button>
  );
}
