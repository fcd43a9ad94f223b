/**
 * Every component style of Mantine, in a cascade layer so that our own rules win in whatever order chunks arrive.
 * Imported by what may show any component: the staff shell and the form pattern. The login page has its own few.
 */
import '@mantine/core/styles.layer.css';
import './links.css';
import './touch.css';
