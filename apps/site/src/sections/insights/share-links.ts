import { stripTags } from '@threadline/schema/content/preview-tags';

interface SharedPage {
  title: string;
  summary: string;
  url: string;
}

/** Returns plain links that share a page: none loads anything from the service before it is pressed. */
export function createShareLinks(page: SharedPage) {
  const [title, summary, url] = [page.title, page.summary, page.url].map((text) => encodeURIComponent(stripTags(text)));
  return {
    whatsapp: `https://wa.me/?text=${title}%20${url}`,
    linkedin: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
    x: `https://x.com/intent/post?text=${title}&url=${url}`,
    email: `mailto:?subject=${title}&body=${summary}%0D%0A%0D%0A${url}`,
  };
}
