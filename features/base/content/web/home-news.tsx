import { Link } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { contentContract } from '../contract.ts';
import { articlePath } from './article-path.ts';
import classes from './content.module.css';

const shown = 4;

/** Latest messages and news on the landing page. */
export default function HomeNews() {
  const t = useText();
  const { data } = useCall(contentContract.cpdtData, {});
  if (!data) return null;
  return (
    <>
      {data.messages.length > 0 && (
        <Lines
          title={t('content:screen.systemMessage')}
          to="/systemMessage"
          lines={data.messages.slice(0, shown).map((message) => ({
            id: message.id,
            to: `/systemMessage?id=${message.id}`,
            text: message.title,
            time: message.createdAt,
            unread: !message.read,
          }))}
        />
      )}
      {data.news.length > 0 && (
        <Lines
          title={t('content:screen.productDynamics')}
          to="/productDynamics"
          lines={data.news.slice(0, shown).map((article) => ({
            id: article.id,
            to: articlePath(article),
            text: article.title,
            time: article.publishedAt,
            unread: false,
          }))}
        />
      )}
    </>
  );
}

interface Line {
  id: string;
  to: string;
  text: string;
  time: string;
  unread: boolean;
}

function Lines({ title, to, lines }: { title: string; to: string; lines: readonly Line[] }) {
  const t = useText();
  return (
    <section className={classes.panel}>
      <h2 className={classes.sectionTitle}>
        {title}
        <Link to={to} aria-label={t('content:overview.allOf', { title })}>
          {t('content:overview.all')}
        </Link>
      </h2>
      <ul className={`${classes.lines} ${classes.separated}`}>
        {lines.map((line) => (
          <li key={line.id}>
            <Link to={line.to} className={classes.line}>
              {line.unread && (
                <span
                  className={classes.dot}
                  data-unread
                  role="img"
                  aria-label={t('content:message.unread')}
                />
              )}
              <span className={classes.lineText}>{line.text}</span>
              <span className={classes.lineTime}>
                <Time value={line.time} pattern="m-d" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
