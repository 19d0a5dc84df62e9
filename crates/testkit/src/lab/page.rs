//! The pages that try a vector.

use crate::lab::names::Names;

/// What every vector's script finds.
const HELPERS: &str = "const el=(t,a={},p=document.body)=>{const e=document.createElement(t);\
    for(const k in a)e.setAttribute(k,a[k]);(p||document.documentElement).appendChild(e);return e};\
    const wurl=c=>'https://site.test/w.js?c='+encodeURIComponent(c);";

/// A page that tries vectors at the first click anywhere: one, or some with commas between them. What became of each is
/// told by requests that the page waits for, since many a vector ends its page.
pub(crate) fn fire(names: &Names, vectors: &str) -> Option<String> {
    let each = vectors.split(',').map(|vector| {
        let script = script(names, vector)?;
        Some(format!("{{{script}vectors.push(['{vector}',fire]);}}\n"))
    });
    let each: String = each.collect::<Option<_>>()?;
    Some(format!(
        "<!doctype html><meta charset=utf-8><title>{vectors}</title><body style=\"height:100vh\"><button autofocus>Go</button><script>{HELPERS}\
         const vectors=[];{each}\
         const tell=(v,how,why='')=>{{const x=new XMLHttpRequest();\
         x.open('POST','https://site.test/told?v='+v+'&how='+how+'&why='+encodeURIComponent(why),false);\
         try{{x.send()}}catch{{}}}};\
         addEventListener('click',()=>{{for(const [v] of vectors)tell(v,'begun');\
         for(const [v,fire] of vectors)fire().then(()=>tell(v,'tried'),e=>tell(v,'threw',String(e)))}},\
         {{once:true,capture:true}});</script>"
    ))
}

/// A page that tries a vector at once.
pub(crate) fn frame(names: &Names, vector: &str) -> Option<String> {
    let script = script(names, vector)?;
    Some(format!(
        "<!doctype html><meta charset=utf-8><title>{vector}</title><body><script>{HELPERS}{script}\
         const asked=new URLSearchParams(location.search).get('h');if(asked)h=asked;\
         fire().catch(()=>{{}})</script>"
    ))
}

/// The page that an agent's calls are for.
pub(crate) fn agent(names: &Names, vector: &str) -> Option<String> {
    let (host, ..) = names.target(vector)?;
    let body = names.vector(vector)?.body.replace("{h}", &host);
    Some(format!("<!doctype html><meta charset=utf-8><title>{vector}</title><body>{body}"))
}

fn script(names: &Names, vector: &str) -> Option<String> {
    let (host, ip, port) = names.target(vector)?;
    let fire = &names.vector(vector)?.fire;
    Some(format!("let h='{host}';const ip='{ip}',port='{port}';const fire=async()=>{{{fire}\n}};"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::vectors;

    #[test]
    fn no_vector_ends_the_script_that_it_stands_in() {
        let names = Names::new(vectors().unwrap().into());
        for vector in names.vectors() {
            let page = fire(&names, &vector.name).unwrap();
            assert_eq!(page.matches("</script>").count(), 1, "{}", vector.name);
        }
        assert_eq!(frame(&names, "no-such-vector"), None);
        assert_eq!(fire(&names, "img,no-such-vector"), None);
    }

    #[test]
    fn a_page_of_several_vectors_has_the_host_of_each() {
        let names = Names::new(vectors().unwrap().into());
        let page = fire(&names, "img,beacon").unwrap();
        for vector in ["img", "beacon"] {
            assert!(page.contains(&format!("h='{vector}.evil.test'")), "{page}");
            assert!(page.contains(&format!("vectors.push(['{vector}',fire])")), "{page}");
        }
    }
}
